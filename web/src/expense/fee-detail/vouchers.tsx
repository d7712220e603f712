import { calls } from '../../kernel/call/calls.gen.ts'
import { ask, queries } from '../../kernel/call/calls.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { feedback } from '../../kernel/call/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { view } from '../../page/view.ts'
import { Text } from '../../ui/layout.tsx'

interface VouchersProps {
  readonly orderId: string
  /** The payment, deduction or charge that names them. */
  readonly of: string | null
  readonly count: number
}

/** How many vouchers prove an amount, opened in the viewer by who may see them; nothing for none. */
export function Vouchers({ orderId, of, count }: VouchersProps) {
  const may = useMay('order.voucher')
  if (count === 0 || of === null) return null
  const words = `${count}张凭证`
  if (!may) return words
  async function show() {
    try {
      const asked = ask(calls.driver.certificates, { orderId, kind: 'vouchers' as const })
      const { vouchers } = await queries.fetchQuery(asked)
      const mine = vouchers.filter(({ ofIds }) => ofIds.includes(of!))
      const [paper] = mine.filter(({ media }) => media.kind === 'pdf')
      const images = mine.filter(({ media }) => media.kind !== 'pdf')
      if (images.length > 0)
        view(images.map(({ from, media }) => ({ url: media.url, alt: `${from}凭证`, video: media.kind === 'video' })))
      else if (paper) location.assign(paper.media.url)
      else feedback.toast('凭证文件已不存在', 'error')
    } catch (error) {
      if (error instanceof CallFailure) feedback.toast(error.message, 'error')
    }
  }
  return (
    <Text as="button" type="button" ink="link" reach onClick={() => void show()}>
      {words}
    </Text>
  )
}
