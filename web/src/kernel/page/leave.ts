import { useEffect, useEffectEvent, useRef } from 'react'
import { holdBuild } from '../build.ts'
import { feedback } from '../call/calls.ts'
import { goTo, routerHistory } from './router.ts'

/**
 * Shows 是否保存当前信息？ before a page with unsaved changes is left: yes saves first and stays when that fails, no leaves
 * without saving, and closing the question stays.
 */
export function useLeaveGuard(dirty: boolean, save: () => Promise<boolean>): void {
  useEffect(() => (dirty ? holdBuild() : undefined), [dirty])
  const asking = useRef(false)
  const blocks = useEffectEvent(() => dirty)
  const decide = useEffectEvent(async (href: string, back: boolean) => {
    asking.current = true
    const saves = await feedback.decide({ title: '是否保存当前信息？', confirm: '保存', cancel: '不保存' })
    asking.current = false
    if (saves === undefined || (saves && !(await save()))) return
    if (back) routerHistory().back({ ignoreBlocker: true })
    else goTo(href, { force: true })
  })
  useEffect(
    () =>
      routerHistory().block({
        enableBeforeUnload: () => blocks(),
        blockerFn({ currentLocation, nextLocation, action }) {
          if (currentLocation.pathname === nextLocation.pathname || !blocks()) return false
          if (!asking.current) void decide(nextLocation.href, action === 'BACK')
          return true
        },
      }),
    [],
  )
}
