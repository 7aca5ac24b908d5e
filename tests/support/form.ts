/** A multipart/form-data request with one file, as a browser sends it. */
export async function formWith(
  file: Buffer,
  { field = 'image', name = 'picture.jpg' }: { field?: string; name?: string } = {},
): Promise<{ headers: { 'content-type': string }; payload: Buffer }> {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(file)]), name)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}
