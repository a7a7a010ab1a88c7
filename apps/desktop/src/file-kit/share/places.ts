import { type Place, PLACES } from '@boxwood/domain';

/** Whether a link may lead into a place: to nothing that lies behind a second password, or that somebody else shares (SHARE-02). */
export const mayShareFrom = (place: Place | null): boolean => {
  switch (place) {
    case PLACES.personal:
    case PLACES.public:
    case PLACES.device:
    case PLACES.network:
      return true;
    case PLACES.private:
    case PLACES.safe:
    case PLACES.friends:
    case null:
      return false;
  }
};
