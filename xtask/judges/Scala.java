import dotty.tools.dotc.Driver;
import dotty.tools.dotc.ast.untpd;
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
        System.out.println("judge\tScala " + dotty.tools.dotc.config.Properties.versionNumberString());
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path source : files.filter(p -> p.toString().endsWith(".scala")).sorted().toList()) {
                System.out.println(source.getFileName() + "\t" + verdict(base, source));
            }
        }
    }

    static String verdict(Contexts.ContextBase base, Path path) throws Exception {
        StoreReporter reporter = new StoreReporter(null, false);
        Contexts.FreshContext context = base.initialCtx().fresh();
        context.setReporter(reporter);
        SourceFile source = SourceFile.virtual(path.getFileName().toString(), Files.readString(path), false);
        new Parsers.Parser(source, context).parse();
        if (!reporter.hasErrors()) {
            return "ok";
        }
        var errors = reporter.allErrors();
        var first = errors.last();
        return "error\t" + (first.pos().line() + 1) + ": " + first.message().replace('\n', ' ');
    }
}
