import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.openapi.Disposable;
import org.jetbrains.kotlin.com.intellij.psi.PsiErrorElement;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.config.KotlinCompilerVersion;
import org.jetbrains.kotlin.psi.KtFile;
import org.jetbrains.kotlin.psi.KtPsiFactory;

/** Judges Kotlin by the compiler's parser. */
public class Kotlin {
    public static void main(String[] arguments) throws Exception {
        Disposable disposable = Disposer.newDisposable();
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(
                CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
                disposable, configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        KtPsiFactory factory = new KtPsiFactory(environment.getProject(), false);
        System.out.println("judge\tKotlin " + KotlinCompilerVersion.VERSION);
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path source : files.filter(p -> p.toString().endsWith(".kt")).sorted().toList()) {
                System.out.println(source.getFileName() + "\t" + verdict(factory, source));
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    static String verdict(KtPsiFactory factory, Path source) throws Exception {
        String text = Files.readString(source).replace("\r\n", "\n");
        KtFile file = factory.createFile(source.getFileName().toString(), text);
        PsiErrorElement error = PsiTreeUtil.findChildOfType(file, PsiErrorElement.class);
        if (error == null) {
            return "ok";
        }
        long line = text.substring(0, error.getTextOffset()).lines().count();
        return "error\t" + line + ": " + error.getErrorDescription().replace('\n', ' ');
    }
}
