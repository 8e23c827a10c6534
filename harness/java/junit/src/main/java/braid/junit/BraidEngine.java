package braid.junit;

import java.util.Optional;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver;

/** The engine {@code braid} of the JUnit Platform, which runs methods with {@link BraidTest}. */
public final class BraidEngine implements TestEngine {
    /** The engine's id, and a tag of all its tests. */
    static final String ID = "braid";

    private static final EngineDiscoveryRequestResolver<EngineDescriptor> RESOLVER =
        EngineDiscoveryRequestResolver.<EngineDescriptor>builder()
            .addClassContainerSelectorResolver(Tests::isTestClass)
            .addSelectorResolver(context -> new Selectors(context.getClassNameFilter()))
            .build();

    /** For the platform, which finds the engine as a service. */
    public BraidEngine() { }

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public Optional<String> getGroupId() {
        return Optional.of("dev.braid");
    }

    @Override
    public Optional<String> getArtifactId() {
        return Optional.of("braid-junit");
    }

    @Override
    public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
        EngineDescriptor root = new EngineDescriptor(id, "Braid");
        RESOLVER.resolve(request, root);
        return root;
    }

    @Override
    public void execute(ExecutionRequest request) {
        new Execution(request.getEngineExecutionListener(), new Settings(request.getConfigurationParameters()))
            .start(request.getRootTestDescriptor());
    }
}
