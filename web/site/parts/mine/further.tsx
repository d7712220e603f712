/** @jsxImportSource preact */
import type { Rentals } from '../../view.ts'
import { InvitesCard } from './invites.tsx'
import { WechatCard } from './wechat.tsx'

export interface FurtherProps extends Pick<Rentals, 'invites' | 'wechat'> {
  readonly site: string
}

/** Cards of contacts of companies, and of customers whom WeChat recognises. */
export const FurtherCards = ({ site, invites, wechat }: FurtherProps) => (
  <>
    {invites.map((company) => (
      <InvitesCard key={company.companyId} site={site} company={company} />
    ))}
    <WechatCard site={site} wechat={wechat} />
  </>
)
