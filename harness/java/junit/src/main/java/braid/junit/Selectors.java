package braid.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.NestedClassSelector;
import org.junit.platform.engine.discovery.NestedMethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/**
 * From selectors to descriptors. Class-path roots, packages and modules have become classes before they get here. A member
 * class is a child of the class around it.
 */
final class Selectors implements SelectorResolver {
    private final Predicate<String> classNames;

    Selectors(Predicate<String> classNames) {
        this.classNames = classNames;
    }

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        Class<?> type = selector.getJavaClass();
        // Filters are about the classes that a build lists: what is inside one goes with it.
        if (!Tests.isTestClass(type) || type.getEnclosingClass() == null && !classNames.test(type.getName())) {
            return Resolution.unresolved();
        }
        return match(container(type, context), type);
    }

    @Override
    public Resolution resolve(NestedClassSelector selector, Context context) {
        return Resolution.selectors(Set.of(selectClass(selector.getNestedClass())));
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        return method(selector.getJavaClass(), selector.getJavaMethod(), context);
    }

    @Override
    public Resolution resolve(NestedMethodSelector selector, Context context) {
        return method(selector.getNestedClass(), selector.getMethod(), context);
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        UniqueId id = selector.getUniqueId();
        List<UniqueId.Segment> segments = id.getSegments();
        UniqueId.Segment last = segments.get(segments.size() - 1);
        if (!Optional.of(BraidEngine.ID).equals(id.getEngineId())) {
            return Resolution.unresolved();
        }
        if (last.getType().equals(Descriptors.OfClass.SEGMENT)) {
            return load(last.getValue())
                .map(type -> Resolution.selectors(Set.of(selectClass(type))))
                .orElse(Resolution.unresolved());
        }
        if (!last.getType().equals(Descriptors.OfMethod.SEGMENT)) {
            return Resolution.unresolved();
        }
        String name = last.getValue().replaceFirst("\\(.*", "");
        return load(segments.get(segments.size() - 2).getValue())
            .flatMap(type -> ReflectionSupport.findMethod(type, name)
                .map(method -> Resolution.selectors(Set.of(selectMethod(type, method)))))
            .orElse(Resolution.unresolved());
    }

    private Resolution method(Class<?> type, Method method, Context context) {
        if (!Tests.isTest(method) || !Tests.isTestClass(type)) {
            return Resolution.unresolved();
        }
        return context
            .addToParent(() -> selectClass(type), parent -> Optional.of(new Descriptors.OfMethod(parent, type, method)))
            .map(found -> Resolution.match(Match.exact(found)))
            .orElse(Resolution.unresolved());
    }

    private static Optional<Descriptors.OfClass> container(Class<?> type, Context context) {
        Class<?> outer = type.getEnclosingClass();
        if (outer != null && Tests.isTestClass(outer)) {
            return context.addToParent(() -> selectClass(outer), parent -> Optional.of(new Descriptors.OfClass(parent, type)));
        }
        return context.addToParent(parent -> Optional.of(new Descriptors.OfClass(parent, type)));
    }

    private static Resolution match(Optional<Descriptors.OfClass> found, Class<?> type) {
        return found
            .map(descriptor -> Resolution.match(Match.exact((TestDescriptor) descriptor, () -> children(type))))
            .orElse(Resolution.unresolved());
    }

    private static Set<DiscoverySelector> children(Class<?> type) {
        Set<DiscoverySelector> children = new LinkedHashSet<>();
        Tests.methods(type).forEach(method -> children.add(selectMethod(type, method)));
        Tests.nested(type).forEach(nested -> children.add(selectClass(nested)));
        return children;
    }

    private static Optional<Class<?>> load(String name) {
        return ReflectionSupport.tryToLoadClass(name).toOptional();
    }
}
