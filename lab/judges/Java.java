import com.sun.source.util.JavacTask;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Judges Java by javac's parser. */
public class Java {
    public static void main(String[] arguments) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null);
        PrintStream out = System.out;
        out.println("judge\tjavac " + Runtime.version());
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            List<Path> sources = files.filter(p -> p.toString().endsWith(".java")).sorted().toList();
            for (Path source : sources) {
                out.println(source.getFileName() + "\t" + verdict(compiler, manager, source));
            }
        }
    }

    static String verdict(JavaCompiler compiler, StandardJavaFileManager manager, Path source)
            throws Exception {
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) compiler.getTask(
                Writer.nullWriter(), manager, diagnostics, List.of("-proc:none"), null,
                manager.getJavaFileObjects(source));
        task.parse();
        for (Diagnostic<?> diagnostic : diagnostics.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                String message = diagnostic.getMessage(Locale.ENGLISH).replace('\n', ' ');
                return "error\t" + diagnostic.getLineNumber() + ": " + message;
            }
        }
        return "ok";
    }
}
