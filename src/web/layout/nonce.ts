import { createContext } from 'react'

/** Set only while rendering on the server: browsers hide a script's nonce from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
