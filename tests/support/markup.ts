// Validates the HTML of a page with html-validate.

import { HtmlValidate, StaticConfigLoader } from 'html-validate'

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: {
      // The style in which React and we write attributes, void elements and the doctype; parsers accept both styles.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'void-style': 'off',
      // Scripts and styles come from this server, and the content security policy allows only it.
      'require-sri': 'off',
      // Previous on the first page is a disabled link: it uses a role, because an <a> needs an address. The list below
      // a search box is not a field of the form, as a <select> would be.
      'prefer-native-element': ['error', { exclude: ['link', 'listbox'] }],
      // React numbers the ids of a dialog's parts: '_r_1_'.
      'valid-id': ['error', { relaxed: true }],
      // The heading of a dialog is below that of its page.
      'heading-level': ['error', { sectioningRoots: [] }],
      // A key is sent as two values of one name: the letter, and its accidental.
      'form-dup-name': 'off',
      // The title of a track's page contains text by the artist, of any length.
      'long-title': 'off',
    },
  }),
)

/** 'no-dup-id: Duplicate ID "title" at html > body > …' */
export async function markupProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  const problems = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
  )
  // What was meant for a component has become text or an attribute; the validator accepts any attribute of a link.
  const stringified = html.match(/.{0,80}\[object \w+\].{0,40}/g) ?? []
  return [...problems, ...stringified.map((text) => `no-object: ${text}`)]
}
