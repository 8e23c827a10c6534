package org.mockito.plugins;

import java.util.function.Function;
import org.mockito.MockedConstruction;
import org.mockito.invocation.MockHandler;
import org.mockito.mock.MockCreationSettings;

public interface MockMaker {
    <T> T createMock(MockCreationSettings<T> settings, MockHandler handler);

    TypeMockability isTypeMockable(Class<?> type);

    <T> StaticMockControl<T> createStaticMock(
            Class<T> type, MockCreationSettings<T> settings, MockHandler handler);

    <T> ConstructionMockControl<T> createConstructionMock(
            Class<T> type,
            Function<MockedConstruction.Context, MockCreationSettings<T>> settings,
            Function<MockedConstruction.Context, MockHandler<T>> handler,
            MockedConstruction.MockInitializer<T> initializer);

    interface TypeMockability {
        boolean mockable();

        String nonMockableReason();
    }

    interface StaticMockControl<T> { }

    interface ConstructionMockControl<T> { }
}
