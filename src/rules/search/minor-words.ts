/** Words that tell too little: tracks that have nothing else of a search are not close to it. */
const minorWords = new Set(
  'a am an and are as at be but by can do for from he her his i if in is it its me my no not of on or she so that the to us was we were will with you your'.split(
    ' ',
  ),
)

export const isMinorWord = (word: string) => minorWords.has(word)
