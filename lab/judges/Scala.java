import dotty.tools.dotc.core.Contexts;
import dotty.tools.dotc.parsing.Parsers;
import dotty.tools.dotc.reporting.StoreReporter;
import dotty.tools.dotc.util.SourceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Judges Scala by the compiler's parser. */
public class Scala {
    public static void main(String[] arguments) throws Exception {
        Contexts.ContextBase base = new Contexts.ContextBase();
        Contexts.FreshContext context = base.initialCtx().fresh();
        String classes = System.getProperty("java.class.path");
        context.setSetting(context.settings().classpath(), classes);
        base.initialize(context);
        String version = dotty.tools.dotc.config.Properties.versionNumberString();
        System.out.println("judge\tScala " + version);
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path path : files.filter(p -> p.toString().endsWith(".scala")).sorted().toList()) {
                System.out.println(path.getFileName() + "\t" + verdict(context, path));
            }
        }
    }

    static String verdict(Contexts.Context shared, Path path) throws Exception {
        Contexts.FreshContext context = shared.fresh();
        StoreReporter reporter = new StoreReporter(null, false);
        context.setReporter(reporter);
        String name = path.getFileName().toString();
        SourceFile source = SourceFile.virtual(name, Files.readString(path), false);
        new Parsers.Parser(source, context).parse();
        if (!reporter.hasErrors()) {
            return "ok";
        }
        var first = reporter.allErrors().last();
        return "error\t" + (first.pos().line() + 1) + ": " + first.message().replace('\n', ' ');
    }
}
