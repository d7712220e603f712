import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useDraft } from '../draft.ts'
import { openPages } from '../testing/open-pages.ts'
import { dropToken, recordOwner, setToken } from '../token.ts'
import { filesNameOf } from './files-of.ts'
import { useFormFiles } from './form-files.ts'
import { useSheetFiles, useUploads } from './uploads.ts'

let pages: ReturnType<typeof openPages>

function area() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

beforeEach(() => {
  pages = openPages()
  vi.stubGlobal('localStorage', area())
  vi.stubGlobal('sessionStorage', area())
  setToken('token')
  recordOwner({ userId: '1', merchantId: '10' })
})
afterEach(() => {
  dropToken()
  pages.close()
})

const openForm = (name = 'person:new') =>
  pages.open(() => {
    const draft = useDraft(name, {}, { secret: true })
    return { draft, uploads: useUploads('person', useFormFiles(name, { secret: true })) }
  })
const paper = () => new File(['x'], 'paper.pdf', { type: 'application/pdf' })
type Form = Awaited<ReturnType<typeof openForm>>
const add = (form: Form) => form.does(({ uploads }) => void uploads.add([paper()], 'imgFront'))
const slots = (form: Form) => form.now().uploads.tiles.map(({ slot }) => slot)

it('files of a begun form come back with its texts, and in the form of no other record', async () => {
  const form = await openForm()
  await add(form)
  expect(slots(form)).toEqual(['imgFront'])
  expect(slots(await openForm('person:other'))).toEqual([])
  await form.unmount()
  const again = await openForm()
  expect(slots(again)).toEqual(['imgFront'])
  await again.does(({ draft }) => draft.clear())
  expect(slots(await openForm())).toEqual([])
})

it('files of a form whose tab was closed are in no form of another tab', async () => {
  const form = await openForm()
  await add(form)
  await form.unmount()
  vi.stubGlobal('sessionStorage', area())
  expect(slots(await openForm())).toEqual([])
})

it('files of a sheet end with it, as its texts do', async () => {
  const openSheet = () => pages.open(() => useUploads('voucher', useSheetFiles()))
  const sheet = await openSheet()
  await sheet.does((uploads) => void uploads.add([paper()]))
  const { bizId } = sheet.now().items[0]!
  await sheet.unmount()
  const left = await pages.open(() => useUploads('voucher', { form: bizId.slice('form/'.length) } as never))
  expect(left.now().items).toEqual([])
  expect((await openSheet()).now().items).toEqual([])
})

it('files of a record need its id: a form that forgot it does not share them with the next', () => {
  expect(filesNameOf({ record: '71', part: 'insurance' })).toBe('insurance/71')
  for (const record of ['', 'new', 'arrival']) expect(() => filesNameOf({ record })).toThrow('is no stored record')
})
