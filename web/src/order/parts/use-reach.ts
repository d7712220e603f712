import { useMemo } from 'react'
import { rowAt } from '../../kernel/page/router.ts'
import { mayOpen, useUser } from '../../kernel/user.ts'
import type { Reach } from './acts.ts'

/** What the signed-in person may do and which pages they may open. */
export function useReach(): Reach {
  const user = useUser()
  return useMemo(
    () => ({
      held: new Set(user?.menuAutos),
      opens(path) {
        const row = rowAt(path)
        return row !== undefined && mayOpen(row, user)
      },
    }),
    [user],
  )
}
