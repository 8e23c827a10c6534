package braid.junit;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;

/** The tree of tests. */
final class Descriptors {
    private Descriptors() { }

    /** A class with tests, or around such classes. */
    static final class OfClass extends AbstractTestDescriptor {
        static final String SEGMENT = "class";

        private final Class<?> type;

        OfClass(TestDescriptor parent, Class<?> type) {
            super(parent.getUniqueId().append(SEGMENT, type.getName()),
                Tests.displayName(type).orElse(type.getSimpleName()), ClassSource.from(type));
            this.type = type;
        }

        Class<?> testClass() {
            return type;
        }

        @Override
        public Type getType() {
            return Type.CONTAINER;
        }

        @Override
        public String getLegacyReportingName() {
            return type.getName();
        }

        @Override
        public Set<TestTag> getTags() {
            return Tests.tags(type);
        }
    }

    /** A test. */
    static final class OfMethod extends AbstractTestDescriptor {
        static final String SEGMENT = "method";

        private final Class<?> type;
        private final Method method;

        OfMethod(TestDescriptor parent, Class<?> type, Method method) {
            super(parent.getUniqueId().append(SEGMENT, method.getName() + "()"),
                Tests.displayName(method).orElse(method.getName() + "()"), MethodSource.from(type, method));
            this.type = type;
            this.method = method;
        }

        Class<?> testClass() {
            return type;
        }

        Method testMethod() {
            return method;
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }

        @Override
        public String getLegacyReportingName() {
            return method.getName() + "()";
        }

        @Override
        public Set<TestTag> getTags() {
            Set<TestTag> tags = new LinkedHashSet<>(Tests.tags(method));
            // A class's tags are those of its tests.
            for (Class<?> at = type; at != null; at = at.getEnclosingClass()) {
                tags.addAll(Tests.tags(at));
            }
            return tags;
        }
    }
}
