import { useRef, useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Notice, Stack } from '../../../ui/layout.tsx'
import { PaperView } from '../../agreement/parts/paper-view.tsx'
import { SignCard } from '../../agreement/parts/sign-card.tsx'

interface SignHereProps extends Asks<Blob | undefined> {
  /** The signing link created for this screen. */
  readonly path: string
}

/** The document and the signature field, for a customer who is handed this phone; answers the signature. */
export default function SignHereSheet({ path, answer }: SignHereProps) {
  const t = new URLSearchParams(path.split('?')[1]).get('t') ?? ''
  const end = useRef<HTMLDivElement>(null)
  const [agreed, setAgreed] = useState(false)
  const read = useRead(calls.agreement.signPage, { t })
  function consent() {
    setAgreed(true)
    end.current?.scrollIntoView()
  }
  return (
    <OpenedSheet title="客户签署">
      <Stack gap={12}>
        <Answer of={read} cards={3} shape="detail">
          {(page) => (
            <>
              <Notice tone="primary" action={{ label: '已阅读，去签署', onClick: consent }}>
                请客户阅读合同，签署在合同末尾
              </Notice>
              <PaperView paper={page.paper} />
              <div ref={end}>
                <SignCard page={page} token={t} agreed={agreed} onSigned={(hand) => answer(hand ?? undefined)} />
              </div>
            </>
          )}
        </Answer>
      </Stack>
    </OpenedSheet>
  )
}
