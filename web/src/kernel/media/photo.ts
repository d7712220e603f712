import { isNative } from '../device/native.ts'
import { withNative } from '../device/native-acts.ts'
import { pickFiles } from './file-pick.ts'

/** A photo that is sent with a call, or one that the shell has uploaded already. */
export type Photo =
  | { readonly file: File; readonly mediaId?: undefined }
  | { readonly file: null; readonly mediaId: string }

/** Takes one photo of a car, unchanged, for a call that reads it and does not store it; null when the user cancels. */
export async function takePhoto(): Promise<Photo | null> {
  if (isNative()) return nativePhoto()
  const [file] = await pickFiles({ accept: 'image/*', multiple: false, camera: true })
  return file === undefined ? null : { file }
}

async function nativePhoto(): Promise<Photo | null> {
  let photo: Photo | null = null
  await withNative('uploadImage', { max: 1, source: 'camera', biz: 'vehicle', bizId: '' }, ({ items: [taken] }) => {
    if (taken !== undefined) photo = { file: null, mediaId: taken.mediaId }
  })
  return photo
}
