import { useEffect, useState } from 'react'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Note, Row, Stack } from '../../../ui/layout.tsx'
import { drawPoster, pngOf, posterPdf } from './poster-picture.ts'

interface PosterSheetProps extends Asks<never> {
  /** The address of the booking page. */
  readonly url: string
  readonly merchant: string
  readonly colour: string
  readonly phone: string
  readonly places: readonly { readonly code: string; readonly name: string }[]
  /** The place that is chosen at first; '' for none. */
  readonly place: string
}

/** A poster with the QR code of the booking page, for a store and a place, as a picture and as a PDF. */
export default function PosterSheet({ url, merchant, colour, phone, places, place: first }: PosterSheetProps) {
  const { stores } = useCurrentStore()
  const [place, setPlace] = useState(first)
  const [storeId, setStore] = useState('')
  const name = stores.find(({ id }) => id === storeId)?.name ?? ''
  const query = new URLSearchParams({ ...(storeId !== '' && { store: storeId }), ...(place !== '' && { from: place }) })
  const target = query.size === 0 ? url : `${url}?${query}`
  const files = useFiles(target, { merchant, colour, lines: [name, phone].filter(Boolean).join('\n') })
  const title = `海报${name}${places.find(({ code }) => code === place)?.name ?? ''}`
  return (
    <OpenedSheet
      title="海报"
      footer={
        <Row gap={8}>
          <a className="button button-secondary button-l button-block" href={files?.png} download={`${title}.png`}>
            保存图片
          </a>
          <a className="button button-primary button-l button-block" href={files?.pdf} download={`${title}.pdf`}>
            保存 PDF
          </a>
        </Row>
      }
    >
      <Stack gap={8} pad={[0, 0, 12]}>
        <Field label="门店">
          <Select
            title="门店"
            value={storeId}
            onChange={setStore}
            options={[{ value: '', label: '不指定' }, ...stores.map(({ id, name: label }) => ({ value: id, label }))]}
          />
        </Field>
        <Field label="投放位置">
          <Select
            title="投放位置"
            value={place}
            onChange={setPlace}
            options={[
              { value: '', label: '不区分' },
              ...places.map(({ code, name: label }) => ({ value: code, label })),
            ]}
          />
        </Field>
        {files ? <img src={files.png} alt="海报" style={{ width: '100%' }} /> : <Note pad={16}>正在生成海报</Note>}
        <Note>PDF 为 A4 一页，可直接打印。扫码访问按投放位置分开统计。</Note>
      </Stack>
    </OpenedSheet>
  )
}

interface Look {
  readonly merchant: string
  readonly colour: string
  readonly lines: string
}

/** Addresses of the picture and of the PDF; undefined while they are drawn. */
function useFiles(url: string, { merchant, colour, lines }: Look) {
  const [files, setFiles] = useState<{ readonly png: string; readonly pdf: string }>()
  useEffect(() => {
    let gone = false
    let made: string[] = []
    const canvas = drawPoster({ url, merchant, colour, lines: lines === '' ? [] : lines.split('\n') })
    void Promise.all([pngOf(canvas), posterPdf(canvas)]).then((blobs) => {
      if (gone) return
      made = blobs.map((blob) => URL.createObjectURL(blob))
      setFiles({ png: made[0]!, pdf: made[1]! })
    })
    return () => {
      gone = true
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [url, merchant, colour, lines])
  return files
}
