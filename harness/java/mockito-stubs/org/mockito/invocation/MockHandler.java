package org.mockito.invocation;

public interface MockHandler<T> { }
