import { searchWords } from '#rules/search/search-words.ts'

/** The names of a commission, as it was asked for. */
type Names = { name: string; artistName: string; customerName: string }

/** What a commission is found by. */
export function commissionWords({ name, artistName, customerName }: Names) {
  return {
    name_words: searchWords(`${name} ${artistName}`).join(' '),
    customer_words: searchWords(customerName).join(' '),
  }
}
