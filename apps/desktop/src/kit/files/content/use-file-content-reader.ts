import { FileUrlsToken } from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';
import { createFileContentReader } from './file-content-reader.ts';

/** Lazy service: reads files into memory. Loaded with the first page that reads one. */
export const useFileContentReader = lazyService('FileReading', [FileUrlsToken], createFileContentReader);
