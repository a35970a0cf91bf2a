// The words that the benchmark's titles and names are made of, the frequent ones first.

const wordsOf = (text: string) => text.trim().split(/\s+/)
const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

export const nouns = wordsOf(`
  Love Heart Night Rain River Home Road Moon Light Song Morning Fire Sky Dream Water Sun Star Wind Girl Sea Boy
  Train Summer Angel World Time Window Garden Mountain Shadow Bridge Letter Mother Winter Daughter Stranger Valley
  Candle Rose Ocean Island Harbour Highway Kingdom Diamond Thunder Sister Brother Ghost Silence Lantern Meadow
  Orchard Promise Queen Season Anchor Ember Ferry Journey Daylight Captain Soldier Widow Sailor Shepherd Miller
  Ploughboy Lark Nightingale Swallow Blackbird Raven Sparrow Willow Oak Ash Hawthorn Heather Bramble Thistle Clover
  Barley Harvest Hay Plough Forge Hammer Wheel Spindle Loom Needle Thread Ribbon Gown Ring Locket Mirror Lamp Hearth
  Chimney Cellar Attic Doorway Threshold Gallows Prison Courthouse Church Steeple Bell Choir Psalm Fiddle Banjo
  Accordion Whistle Drum Ballad Lullaby Waltz Reel Jig Carousel Circus Carnival Midnight Twilight Sunrise Sunset
  Hurricane Avalanche Blizzard Drought Flood Tide Current Whirlpool Lighthouse Compass Horizon Telegraph Telephone
  Photograph Newspaper Suitcase Umbrella Overcoat Bicycle Motorcycle Cadillac Locomotive Caravan Balloon Satellite
  Astronaut Alchemist Cartographer Beekeeper Clockmaker Undertaker Understudy Ventriloquist
`)

export const adjectives = wordsOf(`
  Little Blue Lonely Wild Sweet Old Broken Golden Long Dark Young Silent Black White Red Green Cold Gentle Bonny Early
  Last First Hollow Restless Distant Quiet Silver Crimson Amber Ivory Pale Open Northern Southern Western Eastern
  Fallen Forgotten Faithful Weary Wandering Drunken Careless Tender Crooked Narrow Bitter Burning Frozen Hidden Holy
  Humble Jealous Merry Mournful Naked Ordinary Painted Paper Patient Perfect Reckless Rusty Sacred Secret Shining
  Simple Sleeping Solitary Stolen Thirsty Tired Unbroken Velvet Wounded Yellow Electric Invisible Kaleidoscopic
  Transatlantic Incandescent
`)

export const verbs = wordsOf(`
  Love Leave Hold Stop Take Call Remember Want Need Find Follow Forget Carry Kiss Hear Know Miss Save Believe Hurt
  Wake Teach Tell Show Bring Keep Trust Haunt Forgive Marry Bury Drown Catch Chase Free Warm Rescue Betray Understand
  Serenade Hypnotise
`)

export const adverbs = wordsOf(`
  Now Again Tonight Tomorrow Home Slowly Forever Always Gently Still Away Someday Anyway Before Closer Softly Tenderly
  Twice Nevertheless
`)

export const firstNames = wordsOf(`
  Mary John Annie William Rosie James Maggie Thomas Sarah Jack Molly Charlie Ada Ben Cleo Dov Elsa Finn Greta Hugo
  Iris Jonas Kaya Liam Mara Nils Orla Pablo Quinn Rosa Sven Tilda Chloé Zoë José André François Björn Jürgen Søren
  Máire Niamh Siobhán Aoife Seán Bríd Łukasz Agnieszka Renée Noël Inés Lucía Mateo Ewan Hazel Della Clara Bess Hollis
  Barbara Alasdair Fergus Morag Isla Callum Rhiannon Gwen Dylan Owain Bronwen Ingrid Astrid Lars Henrik Freya Priya
  Anjali Rohan Kwame Amara Chidi Ngozi Kenji Yuki Haruka Mei Lin Soraya Farid Leila Omar Yasmin Dmitri Natasha Irina
`)

export const lastNames = wordsOf(`
  Smith Jones Reed Stone Moor North Price West Hart Grove Birch Castle Dorn Ender Falk Iver Jansen Keane Lindqvist
  Olsen Quill Thorn Ulmer Vale Yarrow Zeller Abbot O'Brien O'Connor O'Neill D'Angelo MacRae McAllister Fairweather
  Winterbourne Quarterman Linares Marsh García Muñoz Fernández Dvořák Müller Schröder Grünwald Lévesque Beaumont
  Delacroix Rousseau Ferreira Gonçalves Sørensen Ångström Håkansson Kowalczyk Wiśniewska Novák Petrović Ivanova
  Adeyemi Okonkwo Mensah Tanaka Nakamura Chatterjee Ramaswamy Al-Rashid Ben-Ari Whitlock Featherstone Higginbotham
`)

export const places = wordsOf(`
  Dublin London Tennessee Georgia Texas Galway Derry Athenry Killarney Yarrow Skye Durham Newcastle Liverpool Virginia
  Kentucky Louisiana Alabama Dakota Wyoming Montréal Orléans Málaga Córdoba Lisbon Napoli Wien København Malmö Århus
  Gdańsk Kraków Tipperary Donegal Connemara Aberdeen Inverness Cardiff Anglesey Penzance Whitby Scarborough
`)

/** Lines from other languages, which a search finds with and without their accents. */
export const foreignTitles = linesOf(`
  Après un rêve
  La Vie en Fleurs
  Chanson d'été
  À la claire fontaine
  L'amour est un oiseau
  Für die Ewigkeit
  Über den Wolken
  Ständchen
  Die schöne Müllerin
  Wiegenlied für Anna
  Canción de cuna
  Corazón espinado
  La niña del río
  Adiós, muchachos
  Cielito lindo
  Saudade de você
  Águas de março
  Manhã de carnaval
  Så skimrande
  Vem kan segla förutan vind
  Bésame mucho más
  Ná hÉireann
  Óró, sé do bheatha
  Piękna róża
  Ave María
`)

/** A long tail of rare words is made of these: invented names of places and families. */
export const tailSyllables = {
  starts: wordsOf(`
    bal kil dun inver aber pen tre glen strath ard loch carrick mor cal fen wyn hal ros thorn lang brack sel
    quin zel vor ost grim ulf sig tor eld
  `),
  middles: wordsOf(`
    a e i o u an en in on ar er or al el il ol ane ene ine ona ara era ora ala ela ila ola ast est ist ost und
  `),
  ends: wordsOf(`
    more dale ford ham ton wick by mouth ness stead worth field bury combe leigh shaw thorpe gate bridge wood
    stone burn beck mere holm side well land hurst
  `),
}
