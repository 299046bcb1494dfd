#!/usr/bin/perl
# A small script.
package Shop::Cart;
use strict;
use warnings qw(all);
use List::Util qw(sum first);
our $VERSION = '1.0';
my ($first, $second, @rest) = @ARGV;
my %sizes = (small => 1, 'large' => 2, nested => { a => [1, 2, 3] });
local $_ = "text";

sub new {
    my ($class, %options) = @_;
    my $self = { items => [], %options };
    return bless $self, $class;
}

sub total($self, $factor = 2) {
    my $total = 0;
    foreach my $item (@{ $self->{items} }) {
        next unless defined $item;
        $total += $item->{price} * $factor;
        last if $total > 100;
    }
    if ($total > 10 && !$sizes{large}) {
        print "large: $total\n";
    } elsif ($total == 0) {
        warn "none";
    } else {
        printf("%d items\n", scalar @rest);
    }
    unless ($total) {
        die { code => 1 };
    }
    while (my $line = <STDIN>) {
        chomp $line;
        push @rest, $line;
    }
    until ($total < 3) {
        $total--;
    }
    for (my $i = 0; $i < 3; $i++) {
        $total = $total + $i;
    }
    do {
        $total++;
    } while ($total < 5);
    return $total;
}

my @sorted = sort { $a <=> $b } grep { $_ > 1 } map { $_ * 2 } 1 .. 5;
my $code = sub { return shift() + 1 };
if ($text =~ m/^(\w+)\s*(?:x|y)$/i) {
    (my $copy = $text) =~ s/old/new/g;
    $copy =~ tr/a-z/A-Z/;
}
my $result = eval { Shop::Cart->new(items => \@sorted)->total(3) } || 'failed';
my $kind = $result > 3 ? "many" : "few";
open(my $file, '<', "input.txt") or die "cannot open: $!";
print {$file} join(", ", keys %sizes), "\n";
close $file;
my ($x, $y) = (qw(a b c))[0, 1];
$sizes{$_}++ for @sorted;
BEGIN { our $ready = 1; }
print "done" . $code->(2) x 3 if not $kind and -e "file";

=head1 NAME

Documentation.

=cut

1;
__END__
trailing
