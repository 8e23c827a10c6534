package org.mockito.internal.creation.bytebuddy;

import java.util.function.Function;
import org.mockito.MockedConstruction;
import org.mockito.invocation.MockHandler;
import org.mockito.mock.MockCreationSettings;
import org.mockito.plugins.MockMaker;

public class ByteBuddyMockMaker implements MockMaker {
    @Override
    public <T> T createMock(MockCreationSettings<T> settings, MockHandler handler) {
        return null;
    }

    @Override
    public MockMaker.TypeMockability isTypeMockable(Class<?> type) {
        return null;
    }

    @Override
    public <T> MockMaker.StaticMockControl<T> createStaticMock(
            Class<T> type, MockCreationSettings<T> settings, MockHandler handler) {
        return null;
    }

    @Override
    public <T> MockMaker.ConstructionMockControl<T> createConstructionMock(
            Class<T> type,
            Function<MockedConstruction.Context, MockCreationSettings<T>> settings,
            Function<MockedConstruction.Context, MockHandler<T>> handler,
            MockedConstruction.MockInitializer<T> initializer) {
        return null;
    }
}
