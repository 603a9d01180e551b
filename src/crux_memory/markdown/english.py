"""The closed word classes of English. Grammar books list them whole; these are no topic words."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ARTICLES = _words("a an the")
POSSESSIVES = _words("my your his her its our their")
DEMONSTRATIVES = _words("this that these those")
QUANTIFIERS = _words(
    "all any each every some no none both either neither few fewer less many more most much "
    "several another other same such enough half single"
)
PERSONAL = _words("i you he she it we they me him us them one")
OTHER_PRONOUNS = _words(
    "this that these those who whom whose which what something anything nothing everything "
    "someone anyone everyone nobody somebody anybody everybody itself themselves yourself "
    "ourselves himself herself myself each other there"
)
BE = _words("is are was were be been being am isn't aren't wasn't weren't")
HAVE = _words("has have had having hasn't haven't hadn't")
DO = _words("do does did don't doesn't didn't")
MODALS = _words(
    "must shall should can could may might will would ought mustn't shouldn't can't cannot "
    "couldn't won't wouldn't needn't shan't mightn't"
)
AUXILIARIES = BE | HAVE | DO | MODALS
NEGATIONS = _words(
    "not no never none nor neither without cannot nothing nobody nowhere n't isn't aren't wasn't "
    "weren't hasn't haven't hadn't don't doesn't didn't mustn't shouldn't can't couldn't won't "
    "wouldn't needn't shan't mightn't ain't dont cant"
)
# Words that limit what a rule covers; with the negations they make up its polarity.
LIMITS = _words("only unless except excluding avoid instead until")
POLARITY = NEGATIONS | LIMITS
PREPOSITIONS = _words(
    "of in on at by for with from to into onto over under above below between among across "
    "through during against about after before behind beside besides beyond despite down up off "
    "out inside outside near past per since than toward towards until till upon via within "
    "without along around as like unlike except versus vs regarding including"
)
COORDINATORS = _words("and or but nor yet so plus")
SUBORDINATORS = _words(
    "if unless when whenever while whereas because since although though until till once after "
    "before where wherever whether that so provided assuming lest"
)
PARTICLES = _words("up down out off back away over in on through")
WH = _words("who whom whose which what when where why how")
# Adverbs that carry scope, degree or time and so a part of a rule's meaning.
SCOPE_ADVERBS = _words(
    "only just even not never always ever already still yet again once twice too also instead "
    "rather else otherwise almost nearly exactly solely exclusively mainly mostly usually often "
    "sometimes rarely seldom seldomly hardly barely before after first last then later earlier "
    "now soon immediately directly explicitly manually automatically separately together twice "
    "everywhere nowhere anywhere here there elsewhere partially partly fully locally globally "
    "silently strictly optionally unconditionally conditionally at least most more less"
)
# Adverbs of stance, degree or flow: they state how the writer feels about what is said.
FILLERS = _words(
    "actually basically really quite very rather simply essentially generally certainly "
    "definitely obviously clearly truly literally honestly frankly particularly especially "
    "significantly extremely highly fairly somewhat perhaps maybe indeed anyway naturally "
    "importantly notably interestingly additionally furthermore moreover consequently "
    "accordingly hence thereby therefore thus overall ultimately currently effectively "
    "entirely completely totally absolutely perfectly thoroughly carefully properly correctly "
    "appropriately easily seamlessly successfully kindly please"
)
# Words that are nouns as often as verbs, and open an instruction in their bare form.
NOUN_VERBS = _words(
    "use test check report change update build search order number name place return log "
    "limit lock mark plan release review sort store support trust type wait watch work access "
    "address answer attempt backup batch block branch cache call cast catch chain challenge "
    "charge claim clean clear clone close code commit compile copy count cover cut debug "
    "default delay design document draft drop dump edit end escape estimate exit export file "
    "filter fix flag focus force fork format function gate group guard handle help hold host "
    "import index input issue join keep key label land launch lead lean leave link lint list "
    "load look loop map mask match merge mock monitor mount move need note offer open output "
    "own pack pass patch pin pipe point poll post present process prompt pull push query "
    "queue quote raise range rank rate read record refactor reference refresh reject render "
    "repair repeat request rescue reset respect restart result retry reuse roll root route "
    "run sample save scale scan schedule scope score screen section seed send serve set ship "
    "show sign skip sleep snapshot source split stage start state step stop stream stress "
    "stub study style submit switch table tag target thread throw time touch trace track "
    "transfer trigger try tune turn upgrade value version view visit vote wrap "
)
CONDITION_OPENERS = _words(
    "if unless when whenever while until till once after before where wherever"
)
EXCEPTION_OPENERS = _words("unless except excluding otherwise instead rather but save")
REASON_OPENERS = _words("because since as so thus therefore hence")
EXAMPLE_OPENERS = _words("e.g. eg i.e. like such including")
FUNCTION_WORDS = (
    ARTICLES | POSSESSIVES | DEMONSTRATIVES | QUANTIFIERS | PERSONAL | OTHER_PRONOUNS
    | AUXILIARIES | NEGATIONS | PREPOSITIONS | COORDINATORS | SUBORDINATORS | WH
)  # fmt: skip
# Function words that no other language of the Latin script uses as freely; see `language`.
ENGLISH_MARKERS = _words(
    "the of and to is are with for from that this it not be by or if when you your should must "
    "which has have but as at on we they their its into than then before after without only use "
    "each every all any can will does do"
)
FOREIGN_MARKERS = _words(
    "der die das und ist nicht mit für auf ein eine einen dem den des von zu im werden wird oder "
    "wenn nur bei auch wie aus nach el la los las y es no una con para por que del se en lo su "
    "como más si le les et est pas une des dans pour sur avec du au aux sont il e di che non per "
    "della sono um uma não os das em het een niet voor van och att inte är som"
)
