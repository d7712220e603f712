import { type Asks, OpenedSheet } from '../../../page/opened-sheet.tsx'
import { Stack, Text } from '../../../ui/layout.tsx'
import type { Wanted } from './use-referral.ts'
import WhoMayNotice from './who-may-notice.tsx'

/** After a tap that the user's rights do not allow: why, who may, and one tap that hands it to them. */
export default function WhoMaySheet({ why, answer: _, ...wanted }: { readonly why: string } & Wanted & Asks<never>) {
  return (
    <OpenedSheet title="需同事办理">
      <Stack gap={12} pad={[4, 0, 16]}>
        <Text as="p">{why}</Text>
        <WhoMayNotice note={why} {...wanted} />
      </Stack>
    </OpenedSheet>
  )
}
