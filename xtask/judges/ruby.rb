# Judges Ruby by its own parser.
folder = ARGV.last
puts "judge\tRuby #{RUBY_VERSION}"
$VERBOSE = nil
Dir.children(folder).sort.each do |name|
  next if name == "origins.tsv"
  begin
    text = File.binread(File.join(folder, name)).force_encoding("UTF-8")
    RubyVM::AbstractSyntaxTree.parse(text)
    puts "#{name}\tok"
  rescue SyntaxError => error
    lines = error.message.lines.map(&:strip).reject(&:empty?)
    puts "#{name}\terror\t#{lines.first(3).join(' ')[0, 300]}"
  end
end
