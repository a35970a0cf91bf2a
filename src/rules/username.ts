// Which usernames count as the same one, and which belong to the site itself.

import { productName } from './product.ts'

/**
 * Each Latin letter or digit, followed by letters of other alphabets and other forms that look like it. Where a small
 * and a capital letter resemble different ones, the capital decides: ΑΝΝΑ looks like ANNA.
 */
const lookAlikes = [
  'AАΑᎪᴀɑ',
  'BВΒᏴЬʙ',
  'CСϹᏟᴄ',
  'DᎠԀᴅ',
  'EЕΕᎬᴇ',
  'FϜꜰ',
  'GԌᏀɢɡց',
  'HНΗᎻҺʜհ',
  'JЈᎫᴊ',
  'KКΚᏦᴋ',
  'IІΙɪɩ',
  'L1|ӀᏞʟ',
  'MМΜᎷᴍ',
  'NΝɴո',
  'O0ОΟՕᴏ',
  'PРΡᏢᴘ',
  'QԚզ',
  'RᎡГʀ',
  'SЅᏚꜱ',
  'TТΤᎢᴛ',
  'UՍᴜ',
  'VѴᏙᴠ',
  'WԜᎳᴡ',
  'XХΧ',
  'YУΥҮᎩʏ',
  'ZΖᏃᴢ',
  '3З',
]

/** Apostrophes and hyphens as phones and Hebrew keyboards write them become the plain ones. */
export function plainSigns(name: string): string {
  return name.replaceAll(/[’‘ʼ]/gu, "'").replaceAll(/[־‐‑]/gu, '-')
}

const plainForm = new Map(
  lookAlikes.flatMap((group) => {
    const [plain = '', ...others] = Array.from(group, withoutCase)
    return others.map((other) => [other, plain] as const)
  }),
)

/** Names with one key are one name: in whatever case, alphabet or width they are written. Never shown. */
export function usernameKey(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(capitalAmongSmall, 'l')
  const decomposed = withoutCase(plain)
    .normalize('NFD')
    // Turkish capital İ, and what is not seen at all.
    .replaceAll(/(?<=[ij])\u0307|\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(decomposed, (letter) => plainForm.get(letter) ?? letter).join('')
}

/**
 * 'pauI' is read as 'paul'. At the beginning of a word, or among capitals, a capital I is read as what it is. That
 * McIntyre and mcintyre are one name all the same, the index on lower(username) sees to.
 */
const capitalAmongSmall = /(?<=\p{Ll})[IІΙ]/gu

/** Letter by letter: as a whole, the last sigma of a word has a form of its own. Capitals first, for ß and ı. */
function withoutCase(text: string): string {
  return Array.from(text.toUpperCase(), (letter) => letter.toLowerCase()).join('')
}

/** Names that would be taken for the site, for those who run it, or for a place where no name is known. */
const reserved = [
  'abuse',
  'account',
  'accounts',
  'admin',
  'administrator',
  'administration',
  'admins',
  'anonymous',
  'anonymous user',
  'artist not available',
  'billing',
  'contact',
  'copyright',
  'customer service',
  'customer support',
  'deleted',
  'deleted user',
  'finance',
  'help',
  'helpdesk',
  'hostmaster',
  'info',
  'legal',
  'mod',
  'moderation',
  'moderator',
  'moderators',
  'noreply',
  'null',
  'official',
  'operator',
  'owner',
  'payments',
  'payouts',
  'postmaster',
  'privacy',
  'refunds',
  'root',
  'security',
  'staff',
  'stripe',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'team',
  'undefined',
  'unknown',
  'unknown artist',
  'user',
  'webmaster',
]

const reservedKeys = new Set(reserved.map(lettersOfKey))
const productKey = lettersOfKey(productName)

export function isReservedUsername(name: string): boolean {
  const letters = lettersOfKey(name)
  return reservedKeys.has(letters) || letters.includes(productKey)
}

/** 'No-Reply' and 'noreply' are one reserved name, and so are 'admin' and 'adm1n'. */
function lettersOfKey(name: string): string {
  return usernameKey(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
}
