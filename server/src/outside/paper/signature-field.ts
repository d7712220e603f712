/*
 * Where the signature of the file goes (PAdES baseline: ISO 32000-2 §12.8, ETSI EN 319 142-1). @signpdf looks for these
 * very placeholders; its own makers of them are for pdfkit 0.11 and drag an old pdfkit along.
 */

/** Bytes of the signature: certificate and CMS of one signer take 2 to 3 kB, each certificate above it 1 to 2. */
const ROOM = 16_384
const LATER = '**********'

/** pdfkit's low level, which its types leave out. */
interface Raw {
  readonly page: { readonly dictionary: Ref; annotations: Ref[] }
  readonly _root: { readonly data: { readonly AcroForm: Ref } }
  ref(data: Record<string, unknown>): Ref
}
interface Ref {
  readonly data: Record<string, unknown>
  end(): void
}

// pdfkit writes a primitive string as a name, and a String as text.
const asText = (text: string) => Object(text) as string

/** Adds an invisible signature field to the page at hand; the file is signed afterwards. */
export function addSignatureField(
  pdf: PDFKit.PDFDocument,
  { reason, name, at }: { readonly reason: string; readonly name: string; readonly at: number },
): void {
  const raw = pdf as unknown as Raw
  const signature = raw.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, LATER, LATER, LATER],
    Contents: Buffer.alloc(ROOM),
    Reason: asText(reason),
    Name: asText(name),
    M: new Date(at),
  })
  const field = raw.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    V: signature,
    T: asText('Signature1'),
    // Printed and locked.
    F: 132,
    P: raw.page.dictionary,
  })
  raw.page.annotations.push(field)
  signature.end()
  field.end()
  // pdfkit ends the form with the document, which never ends while anything in it has not.
  pdf.initForm()
  const form = raw._root.data.AcroForm.data
  form.Fields = [field]
  form.SigFlags = 3
  delete form.NeedAppearances
}
