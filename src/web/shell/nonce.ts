import { createContext } from 'react'

/** Set while rendering on the server only: browsers hide a script's nonce from scripts. */
export const NonceContext = createContext<string | undefined>(undefined)
