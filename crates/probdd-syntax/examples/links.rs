fn main() {
    let a: Vec<String> = std::env::args().collect();
    let text = std::fs::read(&a[1]).unwrap();
    let d = probdd_syntax::parse(probdd_syntax::Language::by_name(&a[2]).unwrap(), &text);
    let from: usize = a[3].parse().unwrap();
    // lines of tokens, by searching forward
    let mut lines = Vec::new(); let (mut at, mut line) = (0usize, 1usize);
    for t in 0..d.token_count() {
        let tok = d.token(t);
        while &text[at..at + tok.len()] != tok { if text[at] == b'\n' { line += 1; } at += 1; }
        lines.push(line);
        line += tok.iter().filter(|b| **b == b'\n').count(); at += tok.len();
    }
    let l = d.links(probdd_syntax::Language::by_name(&a[2]));
    for (n, by) in l.of(0..d.token_count()) {
        let lb = lines[*by as usize];
        if lb >= from { println!("{} {} <- {}", String::from_utf8_lossy(d.token(*n as usize)), lines[*n as usize], lb); }
    }
}
