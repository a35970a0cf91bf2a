// Which usernames count as equal, and which are reserved for the site.

import { productName } from './product.ts'

/**
 * Each Latin letter or digit, followed by letters of other alphabets and other forms that look like it. Where the lower
 * and upper case of a letter resemble different ones, the upper case decides: ΑΝΝΑ looks like ANNA.
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

/** Replaces the apostrophes and hyphens that phones and Hebrew keyboards produce with the ASCII ones. */
export function plainSigns(name: string): string {
  return name.replaceAll(/[’‘ʼ]/gu, "'").replaceAll(/[־‐‑]/gu, '-')
}

const plainForm = new Map(
  lookAlikes.flatMap((group) => {
    const [plain = '', ...others] = Array.from(group, withoutCase)
    return others.map((other) => [other, plain] as const)
  }),
)

/** Names with the same key count as equal, in any case, alphabet or character width. The key is never shown. */
export function usernameKey(name: string): string {
  const plain = name.normalize('NFKC').replaceAll(capitalAmongSmall, 'l')
  const decomposed = withoutCase(plain)
    .normalize('NFD')
    // The dot of the Turkish capital İ, and invisible characters.
    .replaceAll(/(?<=[ij])\u0307|\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(decomposed, (letter) => plainForm.get(letter) ?? letter).join('')
}

/**
 * 'pauI' is read as 'paul'. At the start of a word, or after a capital, a capital I is read as I. The unique index on
 * lower(username) still makes McIntyre and mcintyre equal.
 */
const capitalAmongSmall = /(?<=\p{Ll})[IІΙ]/gu

/** Letter by letter, because lowercasing a whole word gives a final sigma its own form. Upper case first, for ß and ı. */
function withoutCase(text: string): string {
  return Array.from(text.toUpperCase(), (letter) => letter.toLowerCase()).join('')
}

/** Names that look like the site itself, its operators, or the placeholder for an unknown name. */
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

/** 'No-Reply' and 'noreply' count as the same reserved name, and so do 'admin' and 'adm1n'. */
function lettersOfKey(name: string): string {
  return usernameKey(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
}
