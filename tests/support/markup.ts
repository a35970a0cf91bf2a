// What html-validate, a public validator, says against a page.

import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      // How React writes attributes and void elements; a parser reads either spelling as the same.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'void-style': 'off',
      // Scripts and styles come from this server itself, and the content security policy names it.
      'require-sri': 'off',
      // Previous on the first page is a link that leads nowhere: a role, as an <a> has to have an address.
      'prefer-native-element': ['error', { exclude: ['link'] }],
      // The title of a track's page holds the artist's own words, however long.
      'long-title': 'off',
    },
  }),
)

/** 'no-dup-id: Duplicate ID "title" at html > body > …' */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  )
}
