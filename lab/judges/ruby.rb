# Judges Ruby by its own parser.
folder = ARGV.last
puts "judge\tRuby #{RUBY_VERSION}"
$VERBOSE = nil

# Jumps without a target are a matter of meaning. A line of the text and a line of carets follow.
OF_MEANING = /^Invalid (return|break|next|redo|retry|yield)\b.*\n.*\n *\^~*\n?/

Dir.children(folder).sort.each do |name|
  next if name == "origins.tsv"
  begin
    text = File.binread(File.join(folder, name)).force_encoding("UTF-8")
    RubyVM::AbstractSyntaxTree.parse(text)
    puts "#{name}\tok"
  rescue SyntaxError => error
    lines = error.message.gsub(OF_MEANING, "").lines.map(&:strip).reject(&:empty?)
    verdict = lines.empty? ? "ok" : "error\t#{lines.first(3).join(' ')[0, 300]}"
    puts "#{name}\t#{verdict}"
  end
end
