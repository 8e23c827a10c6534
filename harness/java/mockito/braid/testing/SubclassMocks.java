package braid.testing;

import braid.Braid;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.mockito.MockedConstruction;
import org.mockito.internal.creation.bytebuddy.ByteBuddyMockMaker;
import org.mockito.invocation.MockHandler;
import org.mockito.mock.MockCreationSettings;
import org.mockito.plugins.MockMaker;

/**
 * Mocks of Mockito as subclasses. Where the program would have inline mocks, for which an agent rewrites the classes of the program, what
 * only these can do is refused by its name: a subclass would answer otherwise.
 */
public final class SubclassMocks extends ByteBuddyMockMaker {
    private static final String FILE = "mockito-extensions/org.mockito.plugins.MockMaker";

    private final boolean replacesInline;

    public SubclassMocks() throws Exception {
        replacesInline = isInlineAskedFor() || isInlineUsual();
    }

    /** Of files besides Braid's own only one that asks for inline mocks lets this class be chosen. */
    private static boolean isInlineAskedFor() throws Exception {
        return Collections.list(SubclassMocks.class.getClassLoader().getResources(FILE)).size() > 1;
    }

    /** Since Mockito 5. */
    private static boolean isInlineUsual() throws Exception {
        Field field = Class.forName("org.mockito.internal.configuration.plugins.DefaultMockitoPlugins")
                .getDeclaredField("DEFAULT_PLUGINS");
        field.setAccessible(true);
        Object usual = ((Map<?, ?>) field.get(null)).get(MockMaker.class.getName());
        return String.valueOf(usual).contains("Inline");
    }

    @Override
    public <T> T createMock(MockCreationSettings<T> settings, MockHandler handler) {
        Class<T> type = settings.getTypeToMock();
        List<String> fixed = finalMethods(type);
        if (replacesInline && !fixed.isEmpty()) {
            refuse("a mock of " + type.getName() + ", which has final methods: " + String.join(", ", fixed));
        }
        return super.createMock(settings, handler);
    }

    @Override
    public MockMaker.TypeMockability isTypeMockable(Class<?> type) {
        MockMaker.TypeMockability answer = super.isTypeMockable(type);
        // Those that inline mocks cannot be of either.
        boolean isNever = type.isPrimitive() || type.isArray() || type == Class.class || type == String.class
                || type == Boolean.class || type == Character.class
                || (type.getSuperclass() == Number.class && type.getName().startsWith("java.lang."));
        if (replacesInline && !isNever && !answer.mockable()) {
            refuse("a mock of " + type.getName() + ": " + answer.nonMockableReason());
        }
        return answer;
    }

    @Override
    public <T> MockMaker.StaticMockControl<T> createStaticMock(
            Class<T> type, MockCreationSettings<T> settings, MockHandler handler) {
        if (replacesInline) {
            refuse("a mock of the static methods of " + type.getName());
        }
        return super.createStaticMock(type, settings, handler);
    }

    @Override
    public <T> MockMaker.ConstructionMockControl<T> createConstructionMock(
            Class<T> type,
            Function<MockedConstruction.Context, MockCreationSettings<T>> settings,
            Function<MockedConstruction.Context, MockHandler<T>> handler,
            MockedConstruction.MockInitializer<T> initializer) {
        if (replacesInline) {
            refuse("a mock of what makes objects of " + type.getName());
        }
        return super.createConstructionMock(type, settings, handler, initializer);
    }

    /** Methods that a subclass cannot answer for, and inline mocks can. */
    private static List<String> finalMethods(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            for (Method method : part.getDeclaredMethods()) {
                int flags = method.getModifiers();
                boolean isLeft = Modifier.isStatic(flags) || Modifier.isPrivate(flags) || method.isBridge();
                if (Modifier.isFinal(flags) && !isLeft) {
                    names.add(method.getName());
                }
            }
        }
        Collections.sort(names);
        return names;
    }

    private static void refuse(String what) {
        Braid.refuse("inline mocks of Mockito: " + what + "; with the word mock-maker-subclass in " + FILE
                + " Mockito makes subclasses, here and on a JVM");
    }
}
