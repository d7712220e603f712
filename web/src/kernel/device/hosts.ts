/**
 * Where calls go, by environment. `npm start` and the development server are `local`: the same origin serves both.
 * An installation names its own host with VITE_API_HOST when it builds.
 */
const hosts = {
  local: '',
  test: 'https://api.test.cheyi.example',
  staging: 'https://api.staging.cheyi.example',
  production: 'https://api.cheyi.example',
} as const

export type Environment = keyof typeof hosts

const isEnvironment = (name: unknown): name is Environment => typeof name === 'string' && name in hosts

/** The host of an environment; production when none or an unknown one is named. */
export function hostOf(name: unknown, override?: string): string {
  return override || hosts[isEnvironment(name) ? name : 'production']
}

export const environment: Environment = isEnvironment(import.meta.env.VITE_ENVIRONMENT)
  ? import.meta.env.VITE_ENVIRONMENT
  : 'production'

/** Prefix of every call; '' on the same origin. */
export const apiHost: string = hostOf(environment, import.meta.env.VITE_API_HOST)
