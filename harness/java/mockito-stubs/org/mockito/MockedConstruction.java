package org.mockito;

public interface MockedConstruction<T> {
    interface Context { }

    interface MockInitializer<T> { }
}
