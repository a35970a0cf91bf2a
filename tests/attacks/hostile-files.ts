// Files that pretend to be recordings, and recordings with other content inside.

import { makeWav } from '#server/gateways/audio/audio-samples.ts'

/** Files that reference a URL reference the given one. */
export function hostileFiles(url: string): Record<string, Buffer> {
  const text = (one: string) => Buffer.from(one.padEnd(2000, '\n'))
  const wav = makeWav({ seconds: 6 })
  return {
    elf: text('\x7FELF\x02\x01\x01'),
    exe: text('MZ\x90\0\x03'),
    script: text('#!/bin/sh\ncurl ' + url),
    zip: text('PK\x03\x04'),
    html: text(`<!doctype html><script src="${url}/html"></script>`),
    svg: text(`<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}/svg"/></svg>`),
    pdf: text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>'),
    png: text('\x89PNG\r\n\x1A\n'),
    gif: text('GIF89a/*<script>*/=1;'),
    hls: text(`#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${url}/hls.ts\n#EXT-X-ENDLIST\n`),
    hlsFile: text('#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n'),
    concat: text(`ffconcat version 1.0\nfile '${url}/concat.mp3'\n`),
    concatFile: text("ffconcat version 1.0\nfile '/etc/passwd'\n"),
    sdp: text(`v=0\no=- 0 0 IN IP4 127.0.0.1\nm=audio 5000 RTP/AVP 0\n`),
    dash: text(`<?xml version="1.0"?><MPD><BaseURL>${url}/dash</BaseURL></MPD>`),
    id3Html: Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\0\x20'),
      text('<script>alert(1)</script>'),
    ]),
    id3Hls: Buffer.concat([
      Buffer.from('ID3\x04\0\0\0\0\0\0'),
      text(`#EXTM3U\n#EXTINF:1,\n${url}/id3`),
    ]),
    movReference: Buffer.concat([
      Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  '),
      text(`rdrfurl ${url}/mov`),
    ]),
    wavHeader: wav.subarray(0, 44),
    wavCut: wav.subarray(0, 5000),
    wavOfNoise: Buffer.concat([wav.subarray(0, 44), Buffer.from('<script>'.repeat(500))]),
    wavLie: lyingWav(wav),
    flac: text('fLaC\0\0\0\x22'),
    ogg: text('OggS\0\x02'),
    aiff: text('FORM\0\0\0\0AIFF'),
    empty: Buffer.alloc(0),
    oneByte: Buffer.from('R'),
    zeros: Buffer.alloc(10_000),
  }
}

/** A WAV file whose header claims 4 GB. */
function lyingWav(wav: Buffer): Buffer {
  const lying = Buffer.from(wav)
  lying.writeUInt32LE(0xff_ff_ff_ff, 4)
  lying.writeUInt32LE(0xff_ff_ff_ff, 40)
  return lying
}
