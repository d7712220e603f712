import { useEffect, useState } from 'react'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Note, Stack } from '../../../ui/layout.tsx'
import { drawBill } from './bill-picture.ts'
import type { Bill } from './bill-words.ts'

interface PictureSheetProps extends Asks<never> {
  readonly bill: Bill
  readonly merchantName: string
  /** Time of drawing, epoch milliseconds. */
  readonly at: number
}

/** The bill as a picture; on a phone a long press saves it, elsewhere a button. */
export default function PictureSheet({ bill, merchantName, at }: PictureSheetProps) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let gone = false
    void drawBill(bill, merchantName, at).then((blob) => {
      if (gone) return
      made = URL.createObjectURL(blob)
      setUrl(made)
    })
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [bill, merchantName, at])
  const name = `费用明细${bill.orderNo}.png`
  return (
    <OpenedSheet
      title="账单图片"
      footer={
        <a className="button button-primary button-l button-block" href={url} download={name}>
          保存图片
        </a>
      }
    >
      <Stack gap={8} pad={[0, 0, 12]}>
        {url ? <img src={url} alt="费用明细" style={{ width: '100%' }} /> : <Note pad={16}>正在生成图片</Note>}
        <Note>在手机上也可长按图片保存或转发</Note>
      </Stack>
    </OpenedSheet>
  )
}
