import { share } from '../kernel/device/native-acts.ts'
import { Button } from '../ui/layout.tsx'

interface ShareLinkProps {
  readonly title: string
  /** What the customer is asked to do with the link. */
  readonly desc: string
  readonly url: string
}

/** Sends a link to the customer's chat: by the native shell, the browser's own sheet, or the clipboard. */
export const ShareLink = ({ title, desc, url }: ShareLinkProps) => (
  <Button variant="text" icon="link" onClick={() => void share({ title, desc, url, target: 'session' })}>
    分享链接
  </Button>
)
