package braid.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.TestTag;

/** Which methods are tests, and what stands on them. Annotations of Jupiter and JUnit 4 go by name: neither has to be there. */
final class Tests {
    private Tests() { }

    static boolean isTest(Method method) {
        return AnnotationSupport.isAnnotated(method, BraidTest.class);
    }

    /** Whether a class can be selected: it, or a class in it, has tests. */
    static boolean isTestClass(Class<?> type) {
        return isContainer(type) && (!methods(type).isEmpty() || !nested(type).isEmpty());
    }

    private static boolean isContainer(Class<?> type) {
        boolean own = !type.isInterface() && !type.isAnonymousClass() && !type.isLocalClass() && !type.isArray()
            && !type.isPrimitive() && !Modifier.isAbstract(type.getModifiers());
        return own && (!type.isMemberClass() || Modifier.isStatic(type.getModifiers()) || isNested(type));
    }

    static boolean isNested(Class<?> type) {
        return mark(type, "org.junit.jupiter.api.Nested").isPresent();
    }

    /** The tests of a class, inherited ones included. */
    static List<Method> methods(Class<?> type) {
        return ReflectionSupport.findMethods(type, Tests::isTest, HierarchyTraversalMode.TOP_DOWN);
    }

    /** The member classes that have tests. */
    static List<Class<?>> nested(Class<?> type) {
        List<Class<?>> nested = new ArrayList<>();
        if (broken(type).isPresent()) {
            return nested;
        }
        for (Class<?> member : type.getDeclaredClasses()) {
            if (isTestClass(member)) {
                nested.add(member);
            }
        }
        nested.sort((a, b) -> a.getName().compareTo(b.getName()));
        return nested;
    }

    /** Why the member classes of a class cannot be told. Its descriptor fails then: old launchers ignore exceptions here. */
    static Optional<LinkageError> broken(Class<?> type) {
        try {
            type.getDeclaredClasses();
            return Optional.empty();
        } catch (LinkageError e) {
            return Optional.of(e);
        }
    }

    /** Why an element is switched off. */
    static Optional<String> disabled(AnnotatedElement element) {
        return mark(element, "org.junit.jupiter.api.Disabled").or(() -> mark(element, "org.junit.Ignore"))
            .map(mark -> {
                String reason = value(mark);
                return reason.isEmpty() ? "disabled" : reason;
            });
    }

    /** {@code braid}, and what {@code @Tag} says. */
    static Set<TestTag> tags(AnnotatedElement element) {
        Set<TestTag> tags = new LinkedHashSet<>();
        tags.add(TestTag.create(BraidEngine.ID));
        for (Annotation mark : element.getAnnotations()) {
            String name = mark.annotationType().getName();
            if (name.equals("org.junit.jupiter.api.Tag")) {
                addTag(value(mark), tags);
            } else if (name.equals("org.junit.jupiter.api.Tags") && member(mark) instanceof Annotation[] several) {
                for (Annotation one : several) {
                    addTag(value(one), tags);
                }
            }
        }
        return tags;
    }

    /** What {@code @DisplayName} says. */
    static Optional<String> displayName(AnnotatedElement element) {
        return mark(element, "org.junit.jupiter.api.DisplayName").map(Tests::value).filter(name -> !name.isBlank());
    }

    private static void addTag(String tag, Set<TestTag> tags) {
        if (TestTag.isValid(tag)) {
            tags.add(TestTag.create(tag));
        }
    }

    private static Optional<Annotation> mark(AnnotatedElement element, String name) {
        for (Annotation mark : element.getAnnotations()) {
            if (mark.annotationType().getName().equals(name)) {
                return Optional.of(mark);
            }
        }
        return Optional.empty();
    }

    private static String value(Annotation mark) {
        return member(mark) instanceof String text ? text : "";
    }

    private static Object member(Annotation mark) {
        try {
            Method value = mark.annotationType().getMethod("value");
            return value.invoke(mark);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }
}
