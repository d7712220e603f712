/**
 * Host of the API by environment. `npm start` and the development server are `local`: one origin serves both web and
 * API. An installation sets its own host with VITE_API_HOST at build time.
 */
const hosts = {
  local: '',
  test: 'https://api.test.cheyi.example',
  staging: 'https://api.staging.cheyi.example',
  production: 'https://api.cheyi.example',
} as const

export type Environment = keyof typeof hosts

const isEnvironment = (name: unknown): name is Environment => typeof name === 'string' && name in hosts

/** The host of an environment; production when the name is missing or unknown. */
export function hostOf(name: unknown, override?: string): string {
  return override || hosts[isEnvironment(name) ? name : 'production']
}

export const environment: Environment = isEnvironment(import.meta.env.VITE_ENVIRONMENT)
  ? import.meta.env.VITE_ENVIRONMENT
  : 'production'

/** Prefix of every call; '' on the same origin. */
export const apiHost: string = hostOf(environment, import.meta.env.VITE_API_HOST)
