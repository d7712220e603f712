import { type ReactNode, useState } from 'react'
import { feedback } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { OpenedSheet } from '../../../page/opened.tsx'
import { ShareLink } from '../../../page/share-link.tsx'
import { Button, MainButton, Stack, Text } from '../../../ui/layout.tsx'
import { QrCode } from '../../../ui/media/later.tsx'

interface Made {
  readonly url: string
  readonly expireAt: number
  readonly sentTo: string | null
}

interface Making {
  readonly pending: boolean
  readonly run: () => Promise<Made | null>
}

interface LinkSheetProps {
  /** Title, for example 自助取车. */
  readonly title: string
  /** What the customer does on the page. */
  readonly words: string
  /** Description in the preview of a shared link. */
  readonly desc: string
  readonly text: Making
  readonly show: Making
  readonly onSent: () => void
  /** Who gets it. */
  readonly to?: string
  readonly children?: ReactNode
}

const CUSTOMER = '客户'

/** Sends a customer's link, or shows it as a QR code. A new link makes the previous one invalid. */
export function LinkSheet({ title, words, desc, text, show, onSent, to = CUSTOMER, children }: LinkSheetProps) {
  const [made, setMade] = useState<Made>()
  async function send() {
    const sent = await text.run()
    if (!sent) return
    feedback.toast(`${title}链接已发送至 ${sent.sentTo}`)
    onSent()
  }
  return (
    <OpenedSheet
      title={title}
      footer={
        <MainButton loading={text.pending} onClick={() => void send()}>
          发短信给{to}
        </MainButton>
      }
    >
      <Stack gap={12}>
        <Text as="p" ink={2}>
          {words}重新发送后，之前的链接失效{to === CUSTOMER && '，已传的照片保留'}。
        </Text>
        {made ? (
          <Stack gap={8} align="center" text="center">
            <QrCode text={made.url} label={`${title}链接的二维码`} />
            <Text note num>
              {momentText(made.expireAt)} 前有效
            </Text>
            <ShareLink title={title} desc={desc} url={made.url} />
          </Stack>
        ) : (
          <Button
            icon="scan"
            size="l"
            loading={show.pending}
            onClick={() => void show.run().then((answer) => answer && setMade(answer))}
          >
            出示二维码
          </Button>
        )}
        {children}
      </Stack>
    </OpenedSheet>
  )
}
