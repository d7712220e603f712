/*
 * The signature field of the file (PAdES baseline: ISO 32000-2 §12.8, ETSI EN 319 142-1). @signpdf searches for exactly
 * these placeholders; its own functions to make them need pdfkit 0.11.
 */

/** Bytes reserved for the signature: certificate and CMS of one signer take 2 to 3 kB, each certificate above it 1 to 2. */
const FEATURE = 16_384
const LATER = '**********'

/** pdfkit's low-level API, which its types lack. */
interface Raw {
  readonly page: { readonly dictionary: Ref; annotations: Ref[] }
  readonly _root: { readonly data: { readonly AcroForm: Ref } }
  ref(data: Record<string, unknown>): Ref
}
interface Ref {
  readonly data: Record<string, unknown>
  end(): void
}

// pdfkit writes a primitive string as a PDF name, and a String object as text.
const asText = (text: string) => Object(text) as string

/** Adds an invisible signature field to the current page; the file is signed afterwards. */
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
    Contents: Buffer.alloc(FEATURE),
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
    // Flags: printed and locked.
    F: 132,
    P: raw.page.dictionary,
  })
  raw.page.annotations.push(field)
  signature.end()
  field.end()
  // pdfkit ends the form with the document, and the document does not end before every object in it has.
  pdf.initForm()
  const form = raw._root.data.AcroForm.data
  form.Fields = [field]
  form.SigFlags = 3
  delete form.NeedAppearances
}
