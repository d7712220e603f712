import { lazy, Suspense } from 'react'
import { Notice } from '../../../ui/layout.tsx'
import type { Wanted } from './use-referral.ts'

const WhoMayNotice = lazy(() => import('./who-may-notice.tsx').catch(() => ({ default: Someone })))

const Someone = () => <Notice tone="primary">由有权限的同事办理</Notice>

/** In place of an act that the user may not do: who may, and one tap that hands it to them. */
export const WhoMay = (wanted: Wanted) => (
  <Suspense fallback={<Someone />}>
    <WhoMayNotice {...wanted} />
  </Suspense>
)
