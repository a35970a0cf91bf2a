import { expect, test } from 'vitest'
import { readConfig } from '#server/start/config.ts'
import { warningsOf } from './start-warnings.ts'

const listens = 'It listens on 0.0.0.0:3000, for every machine that reaches this one.'
const oneAddress =
  'PUBLIC_URL is https, which a proxy must serve, but TRUSTED_PROXIES is 0: all visitors count as one address, and share its login limits. Set it to the number of proxies.'
const cannotPay =
  'Browsers on other machines cannot pay: the test card provider listens on 127.0.0.1:3001. Set SANDBOX_PUBLIC_URL to where they reach it.'

test.each([
  [{}, []],
  [{ PUBLIC_URL: 'http://localhost:3000' }, []],
  [
    { HOST: '0.0.0.0' },
    [
      listens,
      'Set PUBLIC_URL: links in emails lead to http://127.0.0.1:3000, on this machine only.',
      cannotPay,
    ],
  ],
  [{ PUBLIC_URL: 'https://shop.example' }, [oneAddress, cannotPay]],
  [
    {
      PUBLIC_URL: 'https://shop.example',
      SANDBOX_PUBLIC_URL: 'https://pay.example',
      TRUSTED_PROXIES: '1',
    },
    [],
  ],
  [
    {
      HOST: '0.0.0.0',
      PUBLIC_URL: 'http://shop.lan:3000',
      SANDBOX_PUBLIC_URL: 'http://shop.lan:3001',
    },
    [
      listens,
      'The test card provider listens on 0.0.0.0:3001, too: everyone who reaches that port can see and make test payments.',
    ],
  ],
  [
    {
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://shop.example',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    },
    [listens, oneAddress],
  ],
])('%j leads to the warnings %j', (variables, warnings) => {
  expect(warningsOf(readConfig(variables))).toEqual(warnings)
})
