/**
 * The roles as which the product signs in: the web server, its jobs and the gateway each have one with the rights that their code uses
 * (migration 0010_process_rights, decision 1).
 */
export const signInRoles = { web: 'cheyi_web', jobs: 'cheyi_jobs', gateway: 'cheyi_gateway' } as const
export type Process = keyof typeof signInRoles

/** The role of commands of the platform, which the address of a migrator becomes; servers of earlier releases sign in as it. */
export const COMMANDS = 'gate'

/** Whether an address names a role that cannot migrate. */
export const isSignInRole = (name: string): boolean =>
  name === COMMANDS || Object.values<string>(signInRoles).includes(name)
