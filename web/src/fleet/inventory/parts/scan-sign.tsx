import type { CarSign } from '@cheyi/domain/platform/check/sign-reading'
import { useState } from 'react'
import { feedback } from '../../../kernel/call/calls.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { takePhoto } from '../../../kernel/media/photo.ts'
import { useMay } from '../../../kernel/user.ts'
import { IconButton, Row } from '../../../ui/layout.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'

interface ScanSignProps {
  readonly sign: CarSign
  /** Called with the recognized text; a plate may lack its province. */
  readonly onRead: (text: string) => void
}

const words: Readonly<Record<CarSign, string>> = { plate: '拍照识别车牌', vin: '拍照识别VIN' }

/** On a phone: fills in a plate or frame number from a photo. The user must compare the result with the car. */
export function ScanSign({ sign, onRead }: ScanSignProps) {
  const may = useMay('inventory', 'order.list', 'longOrder.list', 'order.arrange')
  const wide = useWide()
  const [busy, setBusy] = useState(false)
  if (wide || !may) return null

  async function scan() {
    const photo = await takePhoto()
    if (photo === null) return
    setBusy(true)
    try {
      // Imported only now: a browser opens the camera only within the tap itself, and most visits of these pages never read a
      // photo.
      const code = await import('./read-sign.ts').catch(() => null)
      if (code === null) return feedback.toast('网络不稳定，请稍后重试', 'error')
      const text = await code.readSign(sign, photo)
      if (text === null) return
      feedback.toast(`已识别 ${text}，请核对`)
      onRead(text)
    } catch (error) {
      if (error instanceof CallFailure) feedback.toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  if (busy)
    return (
      <Row as="span" gap={4} note role="status">
        <Spinner />
        识别中
      </Row>
    )
  return <IconButton name="camera" size={20} label={words[sign]} onClick={() => void scan()} />
}
