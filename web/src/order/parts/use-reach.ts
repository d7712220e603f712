import { rowAt } from '../../kernel/page/router.ts'
import { type CurrentUser, mayOpen, useUser } from '../../kernel/user.ts'
import type { Reach } from './acts.ts'

let latest: { readonly user: CurrentUser | null; readonly reach: Reach } | undefined

/** What the signed-in person may do and which pages they may open: made once, since every row of a list asks. */
export function useReach(): Reach {
  const user = useUser()
  if (latest?.user !== user) latest = { user, reach: reachOf(user) }
  return latest.reach
}

const reachOf = (user: CurrentUser | null): Reach => ({
  held: new Set(user?.menuAutos),
  opens(path) {
    const row = rowAt(path)
    return row !== undefined && mayOpen(row, user)
  },
})
