import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/layout.tsx'

/** One payment for all that a company owes. */
export const ReceiveButton = ({ payer }: { readonly payer: string }) => (
  <Button size="s" variant="primary" onClick={() => void open(() => import('./receive-sheet.tsx'), { payer })}>
    收款
  </Button>
)
