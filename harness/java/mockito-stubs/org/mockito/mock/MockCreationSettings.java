package org.mockito.mock;

public interface MockCreationSettings<T> {
    Class<T> getTypeToMock();
}
