// Reads a command's configuration: the environment and the project's .env, from any working directory.

import { existsSync } from 'node:fs'
import { readConfig, type Config } from '../src/server/start/config.ts'
import { projectRoot } from './run-program.ts'

/** @throws ConfigProblem */
export function readSettings(): Config {
  const file = `${projectRoot}.env`
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig()
}
